/** Asks the services that tell people from programs, by the x-token header (wire-contract 1.2), where one is set up. */
import { z } from 'zod'
import type { Config } from '../config.ts'
import type { Log } from '../log.ts'

/** `hc:` for hCaptcha, `r2:` and `r3:` for reCAPTCHA. A place takes the proofs that it names. */
export type CaptchaKind = 'hc' | 'r2' | 'r3'

const verdict = z.object({ success: z.boolean(), score: z.number().optional() })
/** wire-contract 20: below this a visitor counts as a program. */
const LOWEST_SCORE = 0.1
const PATIENCE_MS = 10_000

/**
 * @param kinds proofs that count here; those whose secret is not set are not asked for
 * @returns true when none of them is set up, or the proof in the header is good
 */
export async function passesCaptcha(
  { config, log }: { readonly config: Config; readonly log: Log },
  headers: Headers,
  kinds: readonly CaptchaKind[],
): Promise<boolean> {
  const asked = kinds.filter((kind) => secretOf(config, kind) !== '')
  if (asked.length === 0) return true
  const [, said, token] = /^(hc|r2|r3):(.+)$/.exec(headers.get('x-token') ?? '') ?? []
  const kind = asked.find((one) => one === said)
  // "undefined" is what clients send when no check ran.
  if (!kind || !token || token === 'undefined') return false
  return verify(config, kind, token).catch((cause: unknown) => {
    log.error('The captcha service does not answer', { kind, cause })
    return false
  })
}

async function verify(config: Config, kind: CaptchaKind, token: string): Promise<boolean> {
  const answer = await fetch(
    kind === 'hc' ? config.CAPTCHA_HCAPTCHA_VERIFY_URL : config.CAPTCHA_RECAPTCHA_VERIFY_URL,
    {
      method: 'POST',
      // The secret is for this address alone.
      redirect: 'error',
      body: new URLSearchParams({ secret: secretOf(config, kind), response: token }),
      signal: AbortSignal.timeout(PATIENCE_MS),
    },
  )
  const { success, score = 1 } = verdict.parse(await answer.json())
  return success && score >= LOWEST_SCORE
}

const secretOf = (config: Config, kind: CaptchaKind): string =>
  kind === 'hc' ? config.CAPTCHA_HCAPTCHA_SECRET : config.CAPTCHA_RECAPTCHA_SECRET
