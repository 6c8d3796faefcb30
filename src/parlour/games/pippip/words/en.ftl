# What Pip-Pip says in English. The names of the messages are the codes of refusals.

suit-word = { $suit ->
    [c] clubs
    [d] diamonds
    [h] hearts
   *[s] spades
}
suit-start-word = { $suit ->
    [c] Clubs
    [d] Diamonds
    [h] Hearts
   *[s] Spades
}
one-of-suit-word = { $suit ->
    [c] a club
    [d] a diamond
    [h] a heart
   *[s] a spade
}
chance-word = { $chance ->
    [card] a card has to be drawn
    [dealer] the dealer has to be drawn by lot
    [cut] the pack has to be cut for trumps
   *[order] the cards have to be dealt
}
chance-kind-word = { $chance ->
    [card] a card drawn (card Qh)
    [dealer] the first dealer (dealer 3)
    [cut] a cut for trumps (cut h)
   *[order] the shuffled pack (order Qh 2c …)
}

match-over = The match is over.
not-yet = Nobody can act yet: { chance-word } first.
not-your-turn = It is seat { $turn }'s turn, not seat { $seat }'s.
auction-is-on = The auction is still on: bid or pass.
no-auction = There is no bidding now: play a card.
not-in-hand = { $card } is not in your hand.
must-follow = You hold { one-of-suit-word }: { suit-word } must be followed.
no-choice-of-copy = There is no choice of copies: you do not hold both a shown and an unshown { $card }.
no-marriage = You do not hold the king and queen of { suit-word }.
marriage-used = Your king or queen of { suit-word } has already served in a call: a call needs a fresh king and a fresh queen.
marriage-of-trumps = { suit-start-word } are trumps already: a marriage of trumps cannot be called.
calls-before-lead = Pip-Pip can only be called between two tricks, before the lead.
no-call-after-100 = You bid the special 100: you may not call Pip-Pip in this hand.
must-bid = Two have passed before you: you must bid 110, or the special 100.
bid-exactly = The bid must be exactly { NUMBER($bid, useGrouping: 0) }, or pass.
bid-limit = Nobody can bid more than { NUMBER($bid, useGrouping: 0) }: pass.
bid-100-not-open = The special 100 is only for a third speaker after two passes: bid 110 or pass.
not-asked = There is nothing to decline: nobody has asked you.
no-chance-now = It is the players' turn to act: no chance event can happen now.
other-chance = The next chance event has to be { chance-kind-word }.
card-twice-drawn = Both copies of { $card } have been drawn and set aside.
card-unknown = Every card has to be known here: ?? is only for a record kept by one player.
pack-size = The pack has 104 cards, not { $count }.
card-thrice = { $card } is in the pack three times: two packs hold two.
no-such-value = There is no such seat or suit.
answer-first = Somebody is asked whether he calls: he calls or declines before anybody plays.

# How a record is told.
tell-deal = Hand { $hand }: the deal
tell-dealer = { $player } deals.
tell-cut = { suit-start-word } are cut for trumps.
tell-auction = Hand { $hand }: the auction
tell-pass = passes
tell-bid = bids { NUMBER($bid, useGrouping: 0) }
tell-trick = Hand { $hand }, trick { $trick } of { $tricks }: { suit-word } are trumps
tell-calls = { $player } calls { suit-word }: { $points } points
tell-new-trumps = { suit-start-word } become trumps.
tell-draws = draws { $card }
tell-wins = wins { $points }
tell-rest = Left in the stock: { $cards }
tell-score = Hand { $hand }: the score
tell-cards = cards
tell-called = calls
tell-hand = hand
tell-match = match
tell-over = { $count ->
    [1] { $players } wins.
   *[other] { $players } share the win.
}
