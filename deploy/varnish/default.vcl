# Varnish 7.1 or later in front of two processes of Open Ladder, which have OPENLADDER_CACHE_SECONDS=1 and
# OPENLADDER_TRUSTED_PROXIES=127.0.0.1 set.
# It keeps answers to callers without a token for as long as the processes say, and asks by ETag whether they still hold: an answer
# whose leagues have kept their versions is not made or sent again.
vcl 4.1;

import directors;

probe ready {
  .url = "/ready";
  .interval = 2s;
  .timeout = 3s;
  .window = 2;
  .threshold = 1;
  .initial = 1;
}
backend one {
  .host = "127.0.0.1";
  .port = "4000";
  .first_byte_timeout = 75s;
  .between_bytes_timeout = 75s;
  .probe = ready;
}
backend two {
  .host = "127.0.0.1";
  .port = "4001";
  .first_byte_timeout = 75s;
  .between_bytes_timeout = 75s;
  .probe = ready;
}

sub vcl_init {
  new openladder = directors.round_robin();
  openladder.add_backend(one);
  openladder.add_backend(two);
}

sub vcl_recv {
  set req.backend_hint = openladder.backend();
  # What a caller sends of its own is no address. Varnish has put its own last.
  set req.http.X-Forwarded-For = client.ip;
  if (req.http.Upgrade ~ "(?i)websocket") {
    return (pipe);
  }
  if (req.method != "GET" || req.http.Authorization || req.url !~ "^/graphql/?\?") {
    return (pass);
  }
  # One copy for each of the two types that there are.
  if (req.http.Accept ~ "application/graphql-response\+json") {
    set req.http.Accept = "application/graphql-response+json";
  } elsif (!req.http.Accept || req.http.Accept ~ "application/json|\*/\*" && req.http.Accept !~ "text/html") {
    set req.http.Accept = "application/json";
  } else {
    return (pass);
  }
  # The API knows no cookies.
  unset req.http.Cookie;
  return (hash);
}

sub vcl_pipe {
  if (req.http.Upgrade) {
    set bereq.http.Upgrade = req.http.Upgrade;
    set bereq.http.Connection = "upgrade";
  }
}

sub vcl_backend_response {
  if (beresp.http.ETag) {
    # So long it can be asked for by ETag. The time to live and stale-while-revalidate are as the process says.
    set beresp.keep = 1h;
    # They are those of the caller who asked first.
    unset beresp.http.RateLimit;
    unset beresp.http.RateLimit-Policy;
    unset beresp.http.X-Request-Id;
  }
}

sub vcl_deliver {
  # Browsers need not know how old it is: they ask each time.
  unset resp.http.Age;
  if (obj.hits > 0) {
    set resp.http.X-Cache = "hit";
  } else {
    set resp.http.X-Cache = "miss";
  }
}
