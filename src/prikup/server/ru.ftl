## Люди
reason-not-signed-in = Пока неизвестно, кто вы. Откройте первую страницу и приходите снова.
reason-account-already = У вас уже есть учётная запись.
reason-login-wrong = Имя или пароль не подходят.
reason-password-wrong = Пароль не подходит.
reason-password-short = В пароле нужно знаков: не меньше { $least }.
reason-password-long = В пароле может быть знаков: не больше { $most }.
reason-name-empty = В имени нужна хотя бы одна буква.
reason-name-long = В имени может быть знаков: не больше { $most }.
reason-name-taken = Это имя занято.

## Сервер
reason-no-such-table = Такого стола нет.
reason-no-such-page = Такой страницы нет.
reason-no-such-method = По этому адресу так не спрашивают.
reason-message-unreadable = Сообщение не читается.
reason-request-unreadable = Запрос не читается.
reason-request-too-large = Запрос слишком большой.
reason-request-not-json = Запрос должен быть в JSON.
reason-origin-foreign = Запрос пришёл с чужого сайта.
reason-too-fast = Слишком много сообщений сразу.
reason-too-many = Слишком часто. Попробуйте через { $seconds } с.
reason-server-failed = На сервере что-то сломалось.
reason-server-stops = Сервер останавливается. Всё сделанное записано.
reason-database-unknown = Базу данных называют так: sqlite:///ФАЙЛ или postgresql://…
reason-database-newer = С этой базой данных работала более новая версия программы.
reason-database-in-use = Файл { $file } занят другим сервером.
reason-database-no-driver = Для PostgreSQL нужно дополнение prikup[postgres]: pip install 'prikup[postgres]'.
reason-database-failed = База данных не открывается: { $error }
