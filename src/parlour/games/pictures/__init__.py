"""What the pictures of every game share: building SVG, drawing cards, seats round a table, text.

Every drawing has its own background, no ids and no style sheet, so that several of them can stand
in one notebook, dark or light, and none touches the page around it.
"""
