/**
 * Clean content by entry, made ahead for the neighbours of the open entry, so that a step to one of them paints in the
 * same frame. The cleaner itself (DOMPurify) is not in the first bundle; it is fetched in the first idle moment.
 */
import { useEffect, useSyncExternalStore } from 'react'
import type { ContentOptions, sanitise as sanitiseType } from './sanitise.ts'

/** Fragments kept: the open entry, its neighbours, and a few to go back to. */
const KEPT = 12

let sanitise: typeof sanitiseType | undefined
const listeners = new Set<() => void>()

/** Fetches the cleaner. */
export const preloadCleaner = (): void =>
  void import('./sanitise.ts').then((module) => {
    sanitise = module.sanitise
    for (const listener of listeners) listener()
  })

const cleaned = new Map<string, DocumentFragment>()

/** @returns nodes to be put on the page (a copy each time), or null until the cleaner is there */
export function cleanContent(
  html: string,
  options: ContentOptions,
  variant: string,
): DocumentFragment | null {
  const fragment = prepare(html, options, variant)
  return fragment && (fragment.cloneNode(true) as DocumentFragment)
}

/** Cleans and keeps. @param variant says which options were in force, since they change the outcome */
export function prepare(html: string, options: ContentOptions, variant: string): DocumentFragment | null {
  if (!sanitise) return null
  const key = `${variant}\n${html}`
  const known = cleaned.get(key)
  const fragment = known ?? sanitise(html, options)
  cleaned.delete(key)
  cleaned.set(key, fragment)
  const oldest = cleaned.keys().next().value
  if (cleaned.size > KEPT && oldest !== undefined) cleaned.delete(oldest)
  return fragment
}

const subscribe = (heard: () => void) => {
  listeners.add(heard)
  return () => listeners.delete(heard)
}

/** Whether the cleaner is there; asks for it when it is not. */
export function useCleaner(): boolean {
  const there = useSyncExternalStore(subscribe, () => sanitise !== undefined)
  useEffect(() => {
    if (!there) preloadCleaner()
  }, [there])
  return there
}
