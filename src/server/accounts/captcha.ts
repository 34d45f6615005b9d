/** Verifies captchas, sent in the x-token header (wire-contract 1.2), if a service is configured. */
import { z } from 'zod'
import type { Config } from '../config.ts'
import type { Log } from '../log.ts'

/** `hc:` is hCaptcha, `r2:` and `r3:` are reCAPTCHA. Each call lists the kinds that it accepts. */
export type CaptchaKind = 'hc' | 'r2' | 'r3'

const verdict = z.object({ success: z.boolean(), score: z.number().optional() })
/** wire-contract 20: a lower score counts as a bot. */
const LOWEST_SCORE = 0.1
const TIMEOUT_MS = 10_000

/** Whether our own client shows hCaptcha at sign-in, sign-up and for forgotten passwords. */
export const showsCaptcha = (
  config: Pick<Config, 'CAPTCHA_HCAPTCHA_SITE_KEY' | 'CAPTCHA_HCAPTCHA_SECRET'>,
): boolean => config.CAPTCHA_HCAPTCHA_SITE_KEY !== '' && config.CAPTCHA_HCAPTCHA_SECRET !== ''

/**
 * @param kinds accepted kinds; those without a configured secret are ignored
 * @returns true when none of them is configured, or the token in the header is valid
 */
export async function passesCaptcha(
  { config, log }: { readonly config: Config; readonly log: Log },
  headers: Headers,
  kinds: readonly CaptchaKind[],
): Promise<boolean> {
  const configured = kinds.filter((kind) => secretOf(config, kind) !== '')
  if (configured.length === 0) return true
  const [, prefix, token] = /^(hc|r2|r3):(.+)$/.exec(headers.get('x-token') ?? '') ?? []
  const kind = configured.find((one) => one === prefix)
  // Clients send "undefined" when no check ran.
  if (!kind || !token || token === 'undefined') return false
  return verify(config, kind, token).catch((cause: unknown) => {
    log.error('The captcha service does not respond', { kind, cause })
    return false
  })
}

async function verify(config: Config, kind: CaptchaKind, token: string): Promise<boolean> {
  const response = await fetch(
    kind === 'hc' ? config.CAPTCHA_HCAPTCHA_VERIFY_URL : config.CAPTCHA_RECAPTCHA_VERIFY_URL,
    {
      method: 'POST',
      // The secret is for this address alone: do not follow redirects.
      redirect: 'error',
      body: new URLSearchParams({ secret: secretOf(config, kind), response: token }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    },
  )
  const { success, score = 1 } = verdict.parse(await response.json())
  return success && score >= LOWEST_SCORE
}

const secretOf = (config: Config, kind: CaptchaKind): string =>
  kind === 'hc' ? config.CAPTCHA_HCAPTCHA_SECRET : config.CAPTCHA_RECAPTCHA_SECRET
