# What Savannah says in English. The names of the messages are the codes of refusals and the ways in
# which a card may go on a foundation.

-rank = { $rank ->
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
-a-rank = { $rank ->
    [A] an ace
    [8] an eight
   *[other] a { -rank(rank: $rank) }
}
-next-rank = { $rank ->
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
-sum = { $rank ->
    [2] 2
    [3] 3
    [4] 4
    [5] 5
    [6] 6
    [7] 7
    [8] 8
    [9] 9
    [T] 10
    [J] 11
   *[Q] 12
}
-chance = { $chance ->
    [1] the card that has come to light has to be named
    [4] the cards have to be shuffled
   *[5] the dice have to be rolled
}
-chance-kind = { $chance ->
    [1] the card that has come to light (card Qh)
    [4] the shuffled cards (order Qh 2c …)
   *[5] a roll of two dice (roll 3 5)
}

match-over = The game is over.
not-yet = Nobody can act yet: { -chance(chance: $chance) } first.
not-your-turn = It is seat { $turn }'s turn, not seat { $seat }'s.
not-in-hand = { $card } is not in your hand.
rank-not-in-hand = You hold no { -rank(rank: $rank) }.
name-the-card = This record does not know that hand: name the card with its suit.
does-not-fit = { $top ->
    [A] { -a-rank-start(rank: $rank) } cannot go on an ace: only a two or another ace can.
   *[other] { -a-rank-start(rank: $rank) } cannot go on { -a-rank(rank: $top) }: only { -next-rank(rank: $top) } or an ace can, or any card when the dice make { -sum(rank: $top) }.
}
-a-rank-start = { $rank ->
    [A] An ace
    [8] An eight
   *[other] A { -rank(rank: $rank) }
}
reserve-empty = Your reserve is empty.
pile-empty = Your discard pile is empty.
other-pile-empty = The discard pile of seat { $seat } is empty.
own-pile = That is your own discard pile: play from it with “pile”.
no-doubles = Only when you roll doubles may you play from another player's discard pile.
robbed-already = You have already played from another player's discard pile in this turn.
no-such-seat = There is no seat { $seat } at this table.
discard-to-end = You hold cards: discard one to end your turn.
no-chance-now = It is a player's turn to act: no chance event can happen now.
other-chance = The next chance event has to be { -chance-kind(chance: $chance) }.
order-size = { $needed } cards have to be shuffled, not { $count }.
too-many-copies = { $copies ->
    [0] { $card } is not among the cards to be shuffled.
    [one] There is only one { $card } among the cards to be shuffled.
   *[other] There are only { $copies } { $card } among the cards to be shuffled.
}
card-unknown = Every card has to be known here: ?? is only for cards that nobody sees, in a record kept by one player.
card-all-seen = Every copy of { $card } is in sight already.
no-such-card = There is no such card.
no-such-roll = A die shows 1 to 6.

next-rank = { -a-rank-start(rank: $rank) } goes on { -a-rank(rank: $top) }.
king = Any card goes on a king.
dice = The dice make { -sum(rank: $top) }, so any card goes on { -a-rank(rank: $top) }.
ace = An ace goes on any card.
