# A cache in front of the service, for Varnish 7: `varnishd -f deploy/varnish.vcl`. It holds a page for at most a second.
# docs/decisions/29-cache.md explains it, and packages/server/test/deploy/cache.test.ts runs this file. Each request that
# waits for a change takes a thread of Varnish: for thousands of them, take nginx (deploy/nginx/cache.conf).
vcl 4.1;

backend network {
  # HAProxy with deploy/haproxy.cfg, or one `trading-network serve`.
  .host = "127.0.0.1";
  .port = "8080";
  # Longer than `serve --max-wait`.
  .first_byte_timeout = 75s;
}

sub vcl_recv {
  unset req.http.Forwarded;
  set req.http.X-Forwarded-For = client.ip;
  # The client's own request id, as the service reads it, else a new one.
  if (req.http.X-Request-Id !~ "^[A-Za-z0-9._:/@+=~-]{1,128}$") {
    set req.http.X-Request-Id = "varnish-" + req.xid;
  }
  if (req.method != "GET" && req.method != "HEAD") { return (pass); }
  if (req.url !~ "^/api/v2/") { return (pass); }
  # A request that waits for a change is the client's own.
  if (req.http.Prefer ~ "(?i)wait" && req.http.If-None-Match) { return (pass); }
  return (hash);
}

sub vcl_hash {
  # A client that has seen a block gets no page that the service sent for an older one. Address and host follow.
  hash_data(req.http.X-Min-Block-Height);
}

sub vcl_backend_response {
  # The service says `no-cache`, because only a cache with these rules may hold its responses.
  if (bereq.uncacheable) { return (deliver); }
  set beresp.ttl = 1s;
  set beresp.grace = 0s;
  if (beresp.status == 200) { set beresp.keep = 10s; } else { set beresp.uncacheable = true; }
  return (deliver);
}

sub vcl_deliver {
  # These headers belong to one client. Limit the requests of a client here: the service does not see them all.
  set resp.http.X-Request-Id = req.http.X-Request-Id;
  unset resp.http.RateLimit-Limit;
  unset resp.http.RateLimit-Remaining;
  unset resp.http.RateLimit-Reset;
}
