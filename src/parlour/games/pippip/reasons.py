"""Why something is refused in Pip-Pip: a code for each reason, with what its parameters are.

The sentences are in ``words``, under the same names.
"""

from parlour.games.refusals import RefusalTable

REFUSALS = RefusalTable()

ALLOWED = REFUSALS.add("allowed")
MATCH_OVER = REFUSALS.add("match_over")
NOT_YET = REFUSALS.add("not_yet", "chance")
NOT_YOUR_TURN = REFUSALS.add("not_your_turn", "seat", "turn")
AUCTION_IS_ON = REFUSALS.add("auction_is_on")
NO_AUCTION = REFUSALS.add("no_auction")
NOT_IN_HAND = REFUSALS.add("not_in_hand", "card")
MUST_FOLLOW = REFUSALS.add("must_follow", "suit")
NO_CHOICE_OF_COPY = REFUSALS.add("no_choice_of_copy", "card")
NO_MARRIAGE = REFUSALS.add("no_marriage", "suit")
MARRIAGE_USED = REFUSALS.add("marriage_used", "suit")
MARRIAGE_OF_TRUMPS = REFUSALS.add("marriage_of_trumps", "suit")
CALLS_BEFORE_LEAD = REFUSALS.add("calls_before_lead")
NO_CALL_AFTER_100 = REFUSALS.add("no_call_after_100")
MUST_BID = REFUSALS.add("must_bid")
BID_EXACTLY = REFUSALS.add("bid_exactly", "bid")
BID_LIMIT = REFUSALS.add("bid_limit", "bid")
BID_100_NOT_OPEN = REFUSALS.add("bid_100_not_open")
NOT_ASKED = REFUSALS.add("not_asked")
NO_CHANCE_NOW = REFUSALS.add("no_chance_now")
OTHER_CHANCE = REFUSALS.add("other_chance", "chance")
CARD_TWICE_DRAWN = REFUSALS.add("card_twice_drawn", "card")
CARD_UNKNOWN = REFUSALS.add("card_unknown")
PACK_SIZE = REFUSALS.add("pack_size", "count")
CARD_THRICE = REFUSALS.add("card_thrice", "card")
NO_SUCH_VALUE = REFUSALS.add("no_such_value")
