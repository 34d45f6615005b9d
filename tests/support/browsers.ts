/** Browsers of a user at a server under test: the model with its own follow.db each, over the server's HTTP app. */
import { allSettled } from 'effector'
import { createApi, type ApiSetup, type CallOutcome, type LiveListener } from '../../src/api/index.ts'
import { liveEvent } from '../../src/contract/live.ts'
import { memoryLocal } from '../../src/local/memory-local.ts'
import { appStarted } from '../../src/model/app/events.ts'
import { responseReceived } from '../../src/model/network/index.ts'
import { memoryStorage } from '../../src/model/memory-storage.ts'
import { createReader, type manualClock, type Reader } from '../../src/model/testing.ts'
import type { TestServer, TestUser } from './server.ts'

export type Browser = {
  /** The page that is open now. */
  readonly page: () => Reader
  /** The names of the calls of other devices, as received by the live stream. */
  readonly changes: readonly string[]
  /** Whether the live stream is open: changes of other devices are received from now on. */
  readonly isLive: () => boolean
  readonly connect: () => Promise<void>
  readonly disconnect: () => Promise<void>
  /** Opens the page again, over the same follow.db. */
  readonly reload: () => Promise<void>
  readonly close: () => void
}

type BrowserOptions = {
  readonly server: TestServer
  readonly user: TestUser
  readonly time: ReturnType<typeof manualClock>
  /** Its X-Client-Id. */
  readonly name: string
}

/** A browser that is connected, and whose page has started. */
export async function openBrowser({ server, user, time, name }: BrowserOptions): Promise<Browser> {
  const local = memoryLocal()
  const storage = memoryStorage()
  const changes: string[] = []
  const streams = new Set<() => void>()
  let isOnline = true
  let isLive = false

  const fetch: ApiSetup['fetch'] = (input, init) => {
    if (!isOnline) return Promise.reject(new TypeError('There is no connection'))
    const request = new Request(input, init)
    request.headers.set('cookie', user.cookie)
    return Promise.resolve(server.app.fetch(request))
  }

  function live(listener: LiveListener): () => void {
    if (!isOnline) {
      queueMicrotask(listener.lost)
      return () => {}
    }
    let isOpen = true
    const stop = () => {
      isOpen = false
      isLive = false
      streams.delete(breakOff)
    }
    const breakOff = () => {
      stop()
      listener.lost()
    }
    streams.add(breakOff)
    void (async () => {
      const response = await user.request(`/live?client=${name}`)
      let text = ''
      for await (const part of response.body ?? []) {
        if (!isOpen) return
        text += new TextDecoder().decode(part)
        const blocks = text.split('\n\n')
        text = blocks.pop() ?? ''
        for (const block of blocks) {
          const [, type, data] = /^event: (\w+)\ndata: (.*)$/.exec(block) ?? []
          if (type === undefined) continue
          const event = liveEvent.parse({ type, ...JSON.parse(data ?? '{}') })
          if (event.type === 'hello') isLive = true
          if (event.type === 'changed') changes.push(event.call)
          listener.received(event)
        }
      }
    })()
    return stop
  }

  async function open(): Promise<Reader> {
    // The page is ready only after it has sent its first calls.
    let report = (_: CallOutcome): void => {}
    const api = createApi({
      base: `${server.url}/api`,
      fetch: (input, init) => fetch(input, init),
      headers: () => ({ 'X-Client-Id': name }),
      onOutcome: (outcome) => report(outcome),
    })
    const reader = createReader({
      local,
      storage,
      time,
      services: { api, live },
      platform: { online: () => isOnline },
    })
    report = (outcome) => void allSettled(responseReceived, { scope: reader.scope, params: outcome })
    await allSettled(appStarted, { scope: reader.scope })
    return reader
  }

  let page = await open()
  return {
    page: () => page,
    changes,
    isLive: () => isLive,
    connect: async () => {
      isOnline = true
      page.signal('online')
      await page.settled()
    },
    disconnect: async () => {
      isOnline = false
      for (const breakOff of streams) breakOff()
      page.signal('offline')
      await page.settled()
    },
    reload: async () => {
      page.signal('leaving')
      await page.settled()
      page.leave()
      for (const breakOff of streams) breakOff()
      page = await open()
    },
    close: () => {
      page.leave()
      isOnline = false
      for (const breakOff of streams) breakOff()
      local.close()
    },
  }
}
