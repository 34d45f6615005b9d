/** The version of this build, put in by Vite. */
declare const __VERSION__: string
