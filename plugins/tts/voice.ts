/** What speaks. */

export type Spoken = {
  readonly text: string
  /** BCP 47; undefined where it is not known. */
  readonly language: string | undefined
  /** As the reader's settings have it. */
  readonly voice: string
  /** 1 is the usual speed. */
  readonly rate: number
  /** 0 to 1. */
  readonly volume: number
}

export type Voice = {
  /**
   * Resolves at the end, and when it is aborted.
   * @param started the sound is heard from now on
   * @throws PluginRefusal
   */
  speak(
    spoken: Spoken,
    control: { readonly signal: AbortSignal; readonly started: () => void },
  ): Promise<void>
  /** It is spoken next: what has to be loaded is loaded now. */
  prepare?(spoken: Spoken): void
}
