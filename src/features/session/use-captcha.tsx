import { useEffect, useRef, useState, type ReactNode } from 'react'
import { Button, Notice, useTranslation } from '../../ui/index.ts'
import { loadCaptcha, type CaptchaApi } from './captcha-script.ts'
import { useConfigs } from './use-configs.ts'

export type Captcha = {
  /** The proof for x-token (wire-contract 1.2); undefined where none is configured or the captcha is not solved. */
  readonly token: string | undefined
  /** False, with a message under the field, while a configured captcha is not solved. */
  readonly isSolved: () => boolean
  /** For another attempt: each token works once. */
  readonly reset: () => void
  /** The captcha; nothing where none is configured. */
  readonly field: ReactNode
}
type Widget = { readonly api: CaptchaApi; readonly id: string }

/** The captcha of a form, if the server has one configured. */
export function useCaptcha(): Captcha {
  const { t, i18n } = useTranslation(['app', 'common'])
  const configs = useConfigs()
  const [response, setResponse] = useState<string | null>(null)
  const [problem, setProblem] = useState<'captchaMissing' | 'captchaUnavailable' | null>(null)
  const [attempt, setAttempt] = useState(0)
  const box = useRef<HTMLDivElement>(null)
  const widget = useRef<Widget | null>(null)
  const sitekey = configs?.CAPTCHA_SITE_KEY ?? ''
  const address = configs?.CAPTCHA_SCRIPT_URL ?? ''
  const isConfigured = sitekey !== '' && address !== ''
  const hl = i18n.language
  useEffect(() => {
    if (!isConfigured) return
    let isCurrent = true
    const unavailable = () => isCurrent && setProblem('captchaUnavailable')
    loadCaptcha(address).then((api) => {
      if (!isCurrent || !box.current) return
      setProblem(null)
      const id = api.render(box.current, {
        sitekey,
        hl,
        theme: window.matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light',
        callback: (token) => {
          setResponse(token)
          setProblem(null)
        },
        'expired-callback': () => setResponse(null),
        'error-callback': unavailable,
      })
      widget.current = { api, id }
    }, unavailable)
    return () => {
      isCurrent = false
      widget.current?.api.remove(widget.current.id)
      widget.current = null
    }
  }, [isConfigured, address, sitekey, hl, attempt])
  return {
    token: response === null ? undefined : `hc:${response}`,
    isSolved: () => {
      if (!isConfigured || response !== null) return true
      setProblem((current) => current ?? 'captchaMissing')
      return false
    },
    reset: () => {
      setResponse(null)
      widget.current?.api.reset(widget.current.id)
    },
    field: isConfigured && (
      <div className="captcha-box" role="group" aria-label={t('session.captcha')}>
        <div ref={box} />
        {problem === 'captchaMissing' && (
          <p className="ui-field-error" role="alert">
            {t('session.error.captchaMissing')}
          </p>
        )}
        {problem === 'captchaUnavailable' && (
          <Notice
            tone="danger"
            actions={
              <Button size="small" onClick={() => setAttempt(attempt + 1)}>
                {t('common:action.retry')}
              </Button>
            }
          >
            {t('session.error.captchaUnavailable')}
          </Notice>
        )}
      </div>
    ),
  }
}
