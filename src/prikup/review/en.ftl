# What a mistake cost: after the card or call and its fault
review-wins = costs { $points } on average: over { $deals } possible deals, { $best } scores in { $instead }, this in { $times }.
review-more = costs { $points } on average: { $best } is better in { $better } of { $deals } possible deals, worse in { $worse }.
review-dominated = costs { $points } on average: { $best } is better in { $better } of { $deals } possible deals and never worse.
review-certain = costs { $points }: { $best } was better, and every card was known.

# How often a call is made: after what it cost, first for the call itself, then for the better one
review-outlook-own = { $actions }: played in { $undertaken } of { $deals } deals, made in { $made }, played against in { $against }, { $tricks } tricks on average.
review-outlook-other = { $actions }: played in { $undertaken } of { $deals } deals, made in { $made }, { $tricks } tricks on average.

# What was wrong with it: between the card or call and what it cost
fault-not-cashed = does not cash { $card }, a sure trick
fault-leads-high = leads a higher card of the suit than { $best }
fault-leads-low = leads a lower card of the suit than { $best }
fault-leads-trump = leads a trump, not { $suit }
fault-leads-no-trump = does not lead a trump
fault-leads-under = leads from under { $card }
fault-leads-suit = leads { $suit }, not { $led }
fault-leaves-trick = leaves the trick to { $other }
fault-takes-trick = takes a trick that { $other } would have had
fault-takes-from-partner = takes the trick from { $other }, on the same side
fault-too-high = a lower card of the suit does as much in this trick
fault-too-low = a higher card of the suit does no more harm in this trick
fault-goes-up = beats the cards of the trick, where a lower card stays below them
fault-stays-low = stays below the cards of the trick, where a higher card beats them
fault-ruffs = ruffs
fault-no-ruff = does not ruff
fault-unguards = throws away a guard of { $card }
fault-throws = throws away { $suit }, not { $led }
fault-parts-with-guard = parts with a guard of { $card }
fault-parts-with = parts with { $suit }, not { $led }
fault-no-void = could have cleared its { $suit }
fault-too-much = a higher game than { $best }
fault-too-little = a lower game than { $best }
fault-bids-loss = bids what loses points in { $times } of { $deals } deals
fault-goes-in = goes in, and loses points in { $times } of { $deals } deals
fault-passes-gain = passes a game that mostly brings points
fault-stays-out = passes up a call that usually scores
