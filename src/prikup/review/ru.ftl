# Цена ошибки: после карты или слова и того, что в них неверно
review-wins = в среднем стоит { $points }. Из { $deals } { $deals ->
    [one] возможного расклада
   *[other] возможных раскладов
} очки приносят: { $best } — в { $instead }, это решение — в { $times }.
review-more = в среднем стоит { $points }. Из { $deals } { $deals ->
    [one] возможного расклада
   *[other] возможных раскладов
} { $best } лучше в { $better }, хуже в { $worse }.
review-dominated = в среднем стоит { $points }. Из { $deals } { $deals ->
    [one] возможного расклада
   *[other] возможных раскладов
} { $best } лучше в { $better } и никогда не хуже.
review-certain = стоит { $points }; лучше { $best }: все карты были известны.

# Как часто заказ выполняется: после цены, сначала для сказанного, потом для лучшего
review-outlook-own = { $actions }: играется в { $undertaken } из { $deals } раскладов, выполняется в { $made }, против играют в { $against }, взяток в среднем { $tricks }.
review-outlook-other = { $actions }: играется в { $undertaken } из { $deals } раскладов, выполняется в { $made }, взяток в среднем { $tricks }.

# Что в ней неверно: между картой или словом и ценой
fault-not-cashed = не взята верная взятка: { $card }
fault-leads-high = ход картой выше, чем { $best }
fault-leads-low = ход картой ниже, чем { $best }
fault-leads-trump = ход с козыря (лучше { $suit })
fault-leads-no-trump = ход не с козыря
fault-leads-under = ход из-под старшей карты ({ $card })
fault-leads-suit = ход не в ту масть ({ $suit }, а не { $led })
fault-leaves-trick = взятка остаётся чужой ({ $other })
fault-takes-trick = забирает взятку, которая осталась бы чужой ({ $other })
fault-takes-from-partner = перебивает своего ({ $other })
fault-too-high = в этой взятке хватило бы меньшей карты той же масти
fault-too-low = старшая карта той же масти в этой взятке повредила бы не больше
fault-goes-up = бьёт карты на столе, а карта ниже их не била бы
fault-stays-low = не бьёт карт на столе, а карта выше их побила бы
fault-ruffs = бьёт козырем
fault-no-ruff = не бьёт козырем
fault-unguards = сброшено прикрытие ({ $card })
fault-throws = сброшена не та масть ({ $suit }, а не { $led })
fault-parts-with-guard = отдано прикрытие ({ $card })
fault-parts-with = отдана не та масть ({ $suit }, а не { $led })
fault-no-void = можно было избавиться от масти: { $suit }
fault-too-much = игра выше, чем { $best }
fault-too-little = игра ниже, чем { $best }
fault-bids-loss = заказ, на котором теряются очки: раскладов { $times } из { $deals }
fault-goes-in = в игре теряются очки: раскладов { $times } из { $deals }
fault-passes-gain = пас на картах, с которыми игра чаще всего приносит очки
fault-stays-out = отказ от заявки, которая чаще всего приносит очки
