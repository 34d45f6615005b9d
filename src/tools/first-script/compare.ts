/** Compares the content of the first script with what is accepted. */

/** A module of the first script. */
export type Module = {
  /** From the folder of the repository, or `name/path` of a package. */
  readonly name: string
  /** As bundled, before it is minified. */
  readonly bytes: number
  /** A module that imports it. */
  readonly importedBy: string | null
}

/** A file of a first visit; sizes in bytes on the wire. */
export type SizedFile = { readonly name: string; readonly bytes: number; readonly budget: number }

/** Bytes by which a module may grow without being reported. */
const SMALL = 200
const NAMED = 10

/**
 * @param accepted bytes of each module that the first script may hold, by its name
 * @returns errors, a sentence each
 */
export function problemsOf(
  modules: readonly Module[],
  accepted: Readonly<Record<string, number>>,
  files: readonly SizedFile[],
): readonly string[] {
  const added = modules.filter(({ name }) => !(name in accepted))
  const grown = modules
    .map(({ name, bytes }) => ({ name, more: bytes - (accepted[name] ?? 0) }))
    .filter(({ more }) => more > SMALL)
    .toSorted((a, b) => b.more - a.more)
    .slice(0, NAMED)
    .map(({ name, more }) => `${name} (${more} bytes more)`)
  return [
    ...added.map(
      ({ name, bytes, importedBy }) =>
        `${name} is new in the first script, with ${bytes} bytes: ${importedBy ?? 'the page'} imports it.`,
    ),
    ...files
      .filter(({ bytes, budget }) => bytes > budget)
      .map(
        ({ name, bytes, budget }) =>
          `${name} has ${bytes} bytes on the wire, its budget is ${budget}. Grown: ${grown.join(', ') || 'nothing by much'}.`,
      ),
  ]
}
