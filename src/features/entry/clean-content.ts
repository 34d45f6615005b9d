/**
 * Cache of sanitised content. Neighbours of the open entry are prepared ahead, so that navigation to them paints in the same
 * frame. The sanitiser (DOMPurify) is not in the first bundle; it is loaded when the browser is idle.
 */
import { useEffect, useSyncExternalStore } from 'react'
import type { ContentOptions, sanitise as sanitiseType } from './sanitise.ts'

/** Cached fragments: the open entry, its neighbours, and a few to go back to. */
const MAX_CACHED = 12

let sanitise: typeof sanitiseType | undefined
const listeners = new Set<() => void>()

/** Loads the sanitiser. Without a server the next entry that is opened tries again. */
export const preloadCleaner = (): void =>
  void import('./sanitise.ts').then(
    (module) => {
      sanitise = module.sanitise
      for (const listener of listeners) listener()
    },
    () => {},
  )

/** Keyed by the entry's HTML; cleared when the variant changes. */
const cleaned = new Map<string, DocumentFragment>()
let cleanedAs = ''

/** @returns a copy of the clean nodes, or null until the sanitiser is loaded */
export function cleanContent(
  html: string,
  options: ContentOptions,
  variant: string,
): DocumentFragment | null {
  const fragment = prepare(html, options, variant)
  return fragment && (fragment.cloneNode(true) as DocumentFragment)
}

/** Cleans and caches. @param variant identifies the options, which change the result */
export function prepare(html: string, options: ContentOptions, variant: string): DocumentFragment | null {
  if (!sanitise) return null
  if (variant !== cleanedAs) cleaned.clear()
  cleanedAs = variant
  const cached = cleaned.get(html)
  // The sanitiser's nodes belong to another document: adopted once, copies need not be.
  const fragment = cached ?? document.adoptNode(sanitise(html, options))
  cleaned.delete(html)
  cleaned.set(html, fragment)
  const oldest = cleaned.keys().next().value
  if (cleaned.size > MAX_CACHED && oldest !== undefined) cleaned.delete(oldest)
  return fragment
}

export const isPrepared = (html: string, variant: string): boolean =>
  variant === cleanedAs && cleaned.has(html)

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Whether the sanitiser is loaded; starts loading it. */
export function useCleaner(): boolean {
  const isLoaded = useSyncExternalStore(subscribe, () => sanitise !== undefined)
  useEffect(() => {
    if (!isLoaded) preloadCleaner()
  }, [isLoaded])
  return isLoaded
}
