/** hCaptcha's script, loaded when the server asks for a captcha. */
import { webAddress } from '../../core/safe-href.ts'

/** The part of hCaptcha's interface that is used. */
export type CaptchaApi = {
  readonly render: (
    container: HTMLElement,
    options: {
      readonly sitekey: string
      readonly hl: string
      readonly theme: 'light' | 'dark'
      readonly callback: (token: string) => void
      readonly 'expired-callback': () => void
      readonly 'error-callback': () => void
    },
  ) => string
  readonly reset: (id: string) => void
  readonly remove: (id: string) => void
}
declare global {
  interface Window {
    hcaptcha?: CaptchaApi
    onCaptchaLoaded?: () => void
  }
}

let loading: Promise<CaptchaApi> | null = null

/** @throws when the script cannot be loaded; the next call tries again */
export function loadCaptcha(address: string): Promise<CaptchaApi> {
  loading ??= load(address).catch((error: unknown) => {
    loading = null
    throw error
  })
  return loading
}

function load(address: string): Promise<CaptchaApi> {
  const { promise, resolve, reject } = Promise.withResolvers<CaptchaApi>()
  const source = webAddress(address)
  if (!source) return Promise.reject(new Error('The captcha has no address.'))
  const script = document.createElement('script')
  const failed = () => {
    script.remove()
    reject(new Error('The captcha could not be loaded.'))
  }
  window.onCaptchaLoaded = () => (window.hcaptcha ? resolve(window.hcaptcha) : failed())
  script.addEventListener('error', failed, { once: true })
  const url = new URL(source)
  url.searchParams.set('render', 'explicit')
  url.searchParams.set('onload', 'onCaptchaLoaded')
  script.src = url.href
  document.head.append(script)
  return promise
}
