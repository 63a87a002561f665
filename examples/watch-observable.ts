import type { WatchEvent, Watching } from '@trading-network/fetch/watch'
import { Observable } from 'rxjs'

/** An observable of a watch. Each subscription starts a watch, and its end ends the watch and its request. */
export const watchObservable = <Data, Item>(start: () => Watching<Data, Item>) =>
  new Observable<WatchEvent<Data, Item>>(subscriber => {
    const events = start()
    const follow = async () => {
      for await (const event of events) subscriber.next(event)
    }
    follow().then(
      () => subscriber.complete(),
      error => subscriber.error(error),
    )
    return () => void events.return()
  })
