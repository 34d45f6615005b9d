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

/** The rows of all commands, read from their modules by Vite; of those that a start has whole (commands/whole.ts), the ids. */
declare module 'virtual:command-rows' {
  import type { ShortRow } from '../../commands/rows.ts'
  const rows: readonly (ShortRow | string)[]
  export default rows
}

/** The messages of a part of the reader (src/app/message-parts.ts) in one language, by namespace, read by Vite. */
declare module 'virtual:messages/*' {
  const messages: Readonly<Record<string, Record<string, unknown>>>
  export default messages
}

/** What is needed of each built-in plugin before its manifest is loaded, read from the manifests by Vite. */
declare module 'virtual:plugin-rows' {
  const rows: Readonly<Record<string, PluginRow>>
  type PluginRow = {
    readonly isOnByDefault: boolean
    /** The general setting that hides it. */
    readonly hiddenBy?: 'hideAi' | 'hidePower'
    /** What users pay with. */
    readonly currency?: string
    /** Its default keys, by command. */
    readonly keys?: Readonly<Record<string, string>>
  }
  export default rows
}
