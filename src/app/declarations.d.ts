/** The version of this build, put in by Vite. */
declare const LECTERN_VERSION: string

/** The first part of the worker of a plugin from elsewhere: a classic script, put in by Vite. */
declare module 'virtual:plugin-runtime' {
  const script: string
  export default script
}
