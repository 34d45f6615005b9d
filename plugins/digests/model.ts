/** The user's digests, as the server has them. */
import { createEffect, createEvent, createStore, sample } from 'effector'
import type { ClientHost } from '../../src/plugin-api/client.ts'
import { calls, type Digest, type DigestInput } from './contract.ts'

export type DigestsModel = ReturnType<typeof createModel>

export function createModel({
  call,
  notified,
  failed,
  downloadRequested,
}: Pick<ClientHost, 'call' | 'notified' | 'failed' | 'downloadRequested'>) {
  const listFx = createEffect(async () => (await call(calls.list)({})).digests)
  /** null: not loaded yet. */
  const $digests = createStore<readonly Digest[] | null>(null, { serialize: 'ignore' }).on(
    listFx.doneData,
    (_, digests) => digests,
  )
  const listRequested = createEvent()
  sample({ clock: listRequested, target: listFx })

  /** Makes a digest, or with an id changes it. */
  const putFx = createEffect((input: DigestInput & { readonly id?: string }) => call(calls.put)(input))
  const removeFx = createEffect((id: string) => call(calls.remove)({ id }))
  const sendFx = createEffect((id: string) => call(calls.send)({ id }))
  const epubFx = createEffect(async (id: string) => {
    const { name, base64 } = await call(calls.epub)({ id })
    return { name, bytes: Uint8Array.from(atob(base64), (character) => character.charCodeAt(0)) }
  })
  /** @returns the path of its podcast feed on this server */
  const makePodcastFx = createEffect(async (id: string) => (await call(calls.makePodcast)({ id })).path)
  const removePodcastFx = createEffect((id: string) => call(calls.removePodcast)({ id }))
  const previewFx = createEffect((id: string) => call(calls.preview)({ id }))

  /** Counts the changes: the digests are requested again after each. */
  const $revision = createStore(0, { serialize: 'ignore' }).on(
    [putFx.done, removeFx.done, sendFx.finally, makePodcastFx.done, removePodcastFx.done],
    (count) => count + 1,
  )
  sample({
    clock: sendFx.doneData,
    fn: ({ count }) => ({ key: 'sent', values: { count } }),
    target: notified,
  })
  sample({
    clock: [
      removeFx.failData,
      sendFx.failData,
      epubFx.failData,
      makePodcastFx.failData,
      removePodcastFx.failData,
    ],
    target: failed,
  })
  const sendRequested = createEvent<string>()
  const epubRequested = createEvent<string>()
  sample({ clock: sendRequested, target: sendFx })
  sample({ clock: epubRequested, target: epubFx })
  sample({ clock: epubFx.doneData, target: downloadRequested })
  return {
    listFx,
    $digests,
    listRequested,
    $revision,
    putFx,
    removeFx,
    sendRequested,
    sendFx,
    previewFx,
    epubRequested,
    epubFx,
    makePodcastFx,
    removePodcastFx,
  }
}
