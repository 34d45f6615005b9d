/** Push subscriptions of this browser, behind an interface that tests replace. */

/** `insecure`: push needs https. `blocked`: the user refused, which only the browser's own settings can change. */
export type PushSupport = 'available' | 'insecure' | 'unsupported' | 'blocked'

export type PushProblem = Exclude<PushSupport, 'available'> | 'refused' | 'noKey' | 'noService'

/** Why this browser cannot receive notifications. */
export class PushFailure extends Error {
  readonly problem: PushProblem
  constructor(problem: PushProblem, cause?: unknown) {
    super(`No push: ${problem}`, { cause })
    this.problem = problem
  }
}

export type DevicePush = {
  readonly support: () => PushSupport
  /** The subscription as JSON text, which is the server's token of this device; null: none. */
  readonly token: () => Promise<string | null>
  /** Asks the user for permission. Must be called within a key press or click. @throws PushFailure */
  readonly requestPermission: () => Promise<void>
  /** @param publicKey of the server, base64url @returns the token @throws PushFailure */
  readonly subscribe: (publicKey: string) => Promise<string>
  readonly unsubscribe: () => Promise<void>
}
