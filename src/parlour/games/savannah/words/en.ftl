# What Savannah says in English. The names of the messages are the codes of refusals, and the ways in
# which a card may go on a foundation.

rank-word = { $rank ->
    [A] ace
    [2] two
    [3] three
    [4] four
    [5] five
    [6] six
    [7] seven
    [8] eight
    [9] nine
    [T] ten
    [J] jack
    [Q] queen
   *[K] king
}
a-rank-word = { $rank ->
    [A] An ace
    [8] An eight
   *[other] A { rank-word }
}
a-top-word = { $top ->
    [A] an ace
    [2] a two
    [3] a three
    [4] a four
    [5] a five
    [6] a six
    [7] a seven
    [8] an eight
    [9] a nine
    [T] a ten
    [J] a jack
    [Q] a queen
   *[K] a king
}
above-top-word = { $top ->
    [A] a two
    [2] a three
    [3] a four
    [4] a five
    [5] a six
    [6] a seven
    [7] an eight
    [8] a nine
    [9] a ten
    [T] a jack
    [J] a queen
   *[Q] a king
}
sum-word = { $top ->
    [T] 10
    [J] 11
    [Q] 12
   *[other] { $top }
}
chance-word = { $chance ->
    [card] the card that has come to light has to be named
    [order] the cards have to be shuffled
   *[roll] the dice have to be rolled
}
chance-kind-word = { $chance ->
    [card] the card that has come to light (card Qh)
    [order] the shuffled cards (order Qh 2c …)
   *[roll] a roll of two dice (roll 3 5)
}

match-over = The game is over.
not-yet = Nobody can act yet: { chance-word } first.
not-your-turn = It is seat { $turn }'s turn, not seat { $seat }'s.
not-in-hand = { $card } is not in your hand.
rank-not-in-hand = You hold no { rank-word }.
name-the-card = This record does not know that hand: name the card with its suit.
does-not-fit = { $top ->
    [A] { a-rank-word } does not go on an ace: only a two or another ace does.
   *[other] { a-rank-word } does not go on { a-top-word }: only { above-top-word } or an ace does, or any card when the dice make { sum-word }.
}
reserve-empty = Your reserve is empty.
pile-empty = Your discard pile is empty.
other-pile-empty = The discard pile of seat { $seat } is empty.
own-pile = That is your own discard pile: play from it with “pile”.
no-doubles = Only on doubles may you play from another player's discard pile.
robbed-already = You have already played from another player's discard pile in this turn.
no-such-seat = There is no seat { $seat } at this table.
discard-to-end = You hold cards: discard one to end your turn.
no-chance-now = It is a player's turn to act: no chance event can happen now.
other-chance = The next chance event has to be { chance-kind-word }.
order-size = { NUMBER($needed, useGrouping: 0) } cards have to be shuffled, not { NUMBER($count, useGrouping: 0) }.
too-many-copies = { $copies ->
    [0] { $card } is not among the cards to be shuffled.
    [1] There is only one { $card } among the cards to be shuffled.
   *[other] There are only { $copies } { $card } among the cards to be shuffled.
}
card-unknown = Every card has to be known here: ?? is only for cards that nobody sees, in a record kept by one player.
card-all-seen = Every copy of { $card } is in sight already.
no-such-card = There is no such card.
no-such-roll = A die shows 1 to 6.

next-rank = { a-rank-word } goes on { a-top-word }.
king = Any card goes on a king.
dice = The dice make { sum-word }: any card goes on { a-top-word }.
ace = An ace goes on any card.

# How a game has ended.
ended-won = A reserve and a discard pile are both empty.
ended-limit = The limit of { NUMBER($turns, useGrouping: 0) } turns is reached: the fewest cards in reserve and discard pile win.
ended-blocked = The game is blocked: all hands are empty, there is nothing to draw, and no roll would give anybody a play. The fewest cards in reserve and discard pile win.

# How a record is told.
tell-deal = The deal
tell-seat = { $player }: reserve { $reserve }, discard pile { $pile }
tell-first = The first turn
tell-rolls = rolls { $one } and { $other }
tell-turn = Turn { $turn }: { $player }
tell-turn-rolls = Turn { $turn }: { $player } rolls { $one } and { $other }
tell-draws = draws { $cards }
tell-from-hand = hand
tell-from-reserve = reserve
tell-from-pile = discard pile
tell-from-other = { $player }'s discard pile
tell-onto = on { $top }, foundation { $foundation }
tell-next-rank = next rank
tell-king = on a king
tell-dice = the dice
tell-ace = an ace
tell-discards = discards { $card }
tell-ends = ends the turn, with an empty hand
tell-shuffles = A new stock of { NUMBER($count, useGrouping: 0) } is shuffled.
tell-comes-to-light = { $card } comes to light
tell-foundations = Foundations: { $cards }
tell-left = Left: { $left }
tell-over = { $count ->
    [1] { $players } wins.
   *[other] { $players } share the win.
}
