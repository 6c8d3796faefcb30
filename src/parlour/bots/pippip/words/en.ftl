# Why a bot prefers one action to another. All figures are means over sampled deals.
why-only = There is nothing else to do.
why-close = Too close to call: the others do not gain or lose enough to tell.
why-wins-trick = It wins this trick more often: { $own } % against { $other } %.
why-trick = It is worth { $points } points more in this trick.
why-later = It leaves cards that bring { $points } points more in later tricks.
why-calls = It brings more marriages to call: { $own } in ten hands against { $other }.
why-others-calls = It lets the others call less: { $own } marriages in ten hands against { $other }.
why-bid = The bid is lost less often, or none is made: worth { $points } points.
