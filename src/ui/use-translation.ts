/** i18next in React: a hook that redraws a component when the language changes or its namespaces have loaded. */
import i18next, { type i18n, type TFunction } from 'i18next'
import { useEffect, useSyncExternalStore } from 'react'

export type Translation = {
  readonly t: TFunction
  readonly i18n: i18n
  /** All namespaces are loaded, in the fallback languages too. A key that is missing is shown itself. */
  readonly ready: boolean
}

/** By namespaces, joined. One object for all components that use the same ones, as a store's snapshot must be stable. */
const cache = new Map<string, Translation>()
const listeners = new Set<() => void>()

i18next.on('languageChanged', () => invalidate(() => true))
i18next.on('loaded', () => invalidate(({ ready }) => !ready))

/** @param namespaces keys without a namespace are looked up in the first. Missing namespaces are loaded. */
export function useTranslation(namespaces: string | readonly string[] = 'app'): Translation {
  const key = String(namespaces)
  const translation = useSyncExternalStore(subscribe, () => translationFor(key))
  useEffect(() => {
    if (!translation.ready) void i18next.loadNamespaces(key.split(','))
  }, [translation, key])
  return translation
}

function invalidate(isStale: (translation: Translation) => boolean): void {
  for (const [key, translation] of cache) if (isStale(translation)) cache.delete(key)
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function translationFor(key: string): Translation {
  const cached = cache.get(key)
  if (cached) return cached
  const namespaces = key.split(',')
  const translation = {
    t: i18next.getFixedT(i18next.language, namespaces),
    i18n: i18next,
    // Also for the fallback languages: a language may lack a namespace.
    ready:
      i18next.isInitialized &&
      i18next.languages.every((lng) =>
        namespaces.every((namespace) => i18next.hasLoadedNamespace(namespace, { lng })),
      ),
  }
  cache.set(key, translation)
  return translation
}
