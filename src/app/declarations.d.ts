/** The version of this build, put in by Vite. */
declare const LECTERN_VERSION: string
