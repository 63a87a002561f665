// #region proxy
import { install, ProxyAgent, setGlobalDispatcher } from 'undici'

/** Sends all requests of the process through a proxy, over at most 16 connections to it. */
export const useProxy = (uri: string): void => {
  // From now on, `fetch`, `Request` and `Response` are those of the package, like its dispatchers.
  install()
  // Without a tunnel, as for `http:`, undici ignores the limit.
  setGlobalDispatcher(new ProxyAgent({ uri, connections: 16, proxyTunnel: true }))
}
// #endregion
