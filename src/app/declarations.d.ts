/** The version of this build, put in by Vite. */
declare const LECTERN_VERSION: string

/** Put in by Vite. */
declare module 'virtual:plugin-runtime' {
  /** The first part of the worker of a plugin from elsewhere: a classic script. */
  export const code: string
  /** Of the page of its frame. */
  export const frameAddress: string
}

/** The members of the plugins' API by the part that they belong to, read from its source by Vite. */
declare module 'virtual:plugin-api' {
  type ApiMember = { readonly name: string; readonly signature: string; readonly doc: string }
  const members: Readonly<
    Record<
      | 'host'
      | 'reader'
      | 'storage'
      | 'feeds'
      | 'command'
      | 'toolbarItem'
      | 'contentTransform'
      | 'searchSource'
      | 'importFormat'
      | 'exportFormat'
      | 'theme'
      | 'context'
      | 'entry'
      | 'serverHost'
      | 'caller',
      readonly ApiMember[]
    >
  >
  export default members
}
