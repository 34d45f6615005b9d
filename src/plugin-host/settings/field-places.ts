/** The order of a plugin's settings, without what each is: a list of all plugins' settings would look into every schema. */
import type { Manifest } from '../../plugin-api/manifest.ts'

type FieldPlace = {
  /** Key of the plugin's locales; null: they stand without a heading. */
  readonly title: string | null
  readonly names: readonly string[]
}

/** The plugin's switch first, then as its manifest places them; others last: the secrets, then the settings, the reader's last. */
export function fieldPlacesOf({
  enabledBy,
  secrets,
  settings,
  readerSettings,
  fields = [],
}: Manifest): readonly FieldPlace[] {
  const left = new Set([
    ...secrets,
    ...Object.keys(settings.shape),
    ...Object.keys(readerSettings?.shape ?? {}),
  ])
  const take = (names: readonly string[]) => names.filter((name) => left.delete(name))
  const placed = [enabledBy, ...fields].map((place) =>
    typeof place === 'string'
      ? { title: null, names: take([place]) }
      : { title: place.title, names: take(place.fields) },
  )
  return [...placed, { title: null, names: [...left] }]
}

/** All names, in that order. */
export const fieldNamesOf = (manifest: Manifest): readonly string[] =>
  fieldPlacesOf(manifest).flatMap(({ names }) => names)
