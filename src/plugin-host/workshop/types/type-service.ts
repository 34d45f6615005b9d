/** What the workshop finds out about the types of a draft. Positions count characters from the beginning of its text. */

/** Which half of a plugin the text is. */
export type Half = 'client' | 'server'

/** What is wrong, or could be said otherwise. */
export type Problem = {
  readonly from: number
  readonly to: number
  /** In the language of the interface; further lines say why. */
  readonly message: string
  readonly isError: boolean
}

export type Details = {
  /** As its source declares it, without the name: `(query: string, limit?: number): Promise<readonly FoundEntry[]>`. */
  readonly type: string
  /** What its source says about it; may be empty. */
  readonly text: string
}

export type Completion = {
  readonly name: string
  /** TypeScript's: `method`, `property`, `keyword`. */
  readonly kind: string
  /** Those that fit best are the first. */
  readonly sortText: string
  /** Absent in a long list. */
  readonly details?: Details
}

/** Of a name in the text. */
type Explanation = Details & { readonly from: number; readonly to: number }

/** Calls of the language service. */
export type TypeService = {
  problems(half: Half, code: string): readonly Problem[]
  /** @returns null where nothing can be completed */
  completions(half: Half, code: string, position: number): readonly Completion[] | null
  details(half: Half, code: string, position: number, name: string): Details | null
  explanation(half: Half, code: string, position: number): Explanation | null
}
