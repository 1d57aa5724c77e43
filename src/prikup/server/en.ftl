## People
reason-not-signed-in = Nobody knows yet who you are. Open the first page and come again.
reason-account-already = You have an account already.
reason-login-wrong = The name or the password is wrong.
reason-password-wrong = The password is wrong.
reason-password-short = A password has at least { $least } characters.
reason-password-long = A password has at most { $most } characters.
reason-name-empty = A name has at least one letter.
reason-name-long = A name has at most { $most } characters.
reason-name-taken = This name is taken.

## The server
reason-no-such-table = There is no such table.
reason-no-such-page = There is no such page.
reason-no-such-method = This address does not answer that.
reason-message-unreadable = The message does not read.
reason-request-unreadable = The request does not read.
reason-request-too-large = The request is too large.
reason-request-not-json = The request has to be JSON.
reason-origin-foreign = The request comes from another site.
reason-too-fast = Too many messages at once.
reason-too-many = Too often. Try again in { $seconds } s.
reason-server-failed = Something went wrong on the server.
reason-server-stops = The server is stopping. What was done is saved.
reason-database-unknown = The database is named sqlite:///FILE or postgresql://…
reason-database-newer = A newer version of this program has used the database.
reason-database-in-use = { $file } is used by another server.
reason-database-no-driver = PostgreSQL needs the extra prikup[postgres]: pip install 'prikup[postgres]'.
reason-database-failed = The database does not open: { $error }
