/** Where pictures are loaded from, and what is known of them before they load; provided by the app. */
import { createContext, useContext, useEffect, useMemo, useSyncExternalStore } from 'react'

export type PictureFacts = {
  /** px */
  readonly width: number
  readonly height: number
  /** CSS colours, the most frequent first. */
  readonly colors: readonly string[]
}

export type PictureSources = {
  readonly subscribe: (listener: () => void) => () => void
  /** @returns the address to load; undefined while it is unknown; null where the picture cannot be loaded */
  readonly addressOf: (src: string) => string | null | undefined
  /** Whether the picture is stored in this browser; its address is one of the page then. */
  readonly isStored: (src: string) => boolean
  /** Requests an address that is unknown. */
  readonly request: (src: string) => void
  /** @returns undefined where nothing is known */
  readonly factsOf: (src: string) => PictureFacts | undefined
  /** Requests what is known of pictures. */
  readonly requestFacts: (sources: readonly string[]) => void
  /** A picture has loaded; its size and colours are stored. */
  readonly loaded: (src: string, picture: HTMLImageElement) => void
}

const nothing = () => {}
/** Every picture is loaded from its own address, and nothing is stored. */
export const directSources: PictureSources = {
  subscribe: () => nothing,
  addressOf: (src) => src,
  isStored: () => false,
  request: nothing,
  factsOf: () => undefined,
  requestFacts: nothing,
  loaded: nothing,
}

export const PictureSourcesContext = createContext(directSources)
export const usePictureSources = (): PictureSources => useContext(PictureSourcesContext)

/** @param src the picture's own address @returns as {@link PictureSources.addressOf}; undefined without `src` */
export function usePictureAddress(src: string | undefined): string | null | undefined {
  const sources = usePictureSources()
  const address = useSyncExternalStore(sources.subscribe, () =>
    src === undefined ? undefined : sources.addressOf(src),
  )
  useEffect(() => {
    if (src !== undefined && address === undefined) sources.request(src)
  }, [sources, src, address])
  return address
}

/** @returns the addresses of several pictures, in order, each as {@link PictureSources.addressOf} */
export function usePictureAddresses(all: readonly string[]): readonly (string | null | undefined)[] {
  const sources = usePictureSources()
  // A text, because a snapshot has to be the same until something changes.
  const known = useSyncExternalStore(sources.subscribe, () =>
    JSON.stringify(all.map((src) => sources.addressOf(src) ?? (sources.addressOf(src) === null ? null : 0))),
  )
  const addresses = useMemo(
    () =>
      (JSON.parse(known) as (string | null | 0)[]).map((address) => (address === 0 ? undefined : address)),
    [known],
  )
  useEffect(() => {
    for (const [index, src] of all.entries()) if (addresses[index] === undefined) sources.request(src)
  }, [sources, all, addresses])
  return addresses
}

/** @param src undefined: nothing is requested */
export function usePictureFacts(src: string | undefined): PictureFacts | undefined {
  const sources = usePictureSources()
  const facts = useSyncExternalStore(sources.subscribe, () =>
    src === undefined ? undefined : sources.factsOf(src),
  )
  useEffect(() => {
    if (src !== undefined && facts === undefined) sources.requestFacts([src])
  }, [sources, src, facts])
  return facts
}
