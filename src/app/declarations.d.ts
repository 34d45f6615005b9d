/** The version of this build, put in by Vite. */
declare const LECTERN_VERSION: string

/** Put in by Vite. */
declare module 'virtual:plugin-runtime' {
  /** The first part of the worker of a plugin from elsewhere: a classic script. */
  export const code: string
  /** Of the page of its frame. */
  export const frameAddress: string
}

/** The types of the plugins' API, read from its source by Vite. */
declare module 'virtual:plugin-api' {
  /** Files by their path: sources with the statements that the API needs, and TypeScript's own libraries in `/lib`. */
  const files: Readonly<Record<string, string>>
  export default files
}
