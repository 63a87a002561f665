/** Values of `Retry-After` and `RateLimit-Reset` that limiters and proxies send: all ask for two seconds at most. */
export const delays: Readonly<Record<string, () => string>> = {
  'no delay': () => '0',
  'a negative delay': () => '-5',
  'less than a timer can wait': () => '0.001',
  'a time long ago': () => '1e9',
  'a date': () => new Date(Date.now() + 2000).toUTCString(),
  'a date in the past': () => 'Sat, 21 Nov 2015 12:00:00 GMT',
  'a text': () => 'soon',
}
