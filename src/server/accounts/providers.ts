/** The identity providers configured in the environment, and the appearance of their buttons. */
import type { Output } from '../../contract/calls.ts'
import type { Config } from '../config.ts'

type Button = Output<'session.providers'>[string]

/** The id of the OpenID Connect provider of OIDC_ISSUER, in sign-in/social and in the callback path. */
export const OIDC = 'oidc'

/** better-auth's options for its three built-in providers; only those whose id and secret are both set. */
export function socialProviders(config: Config) {
  const { GITHUB_CLIENT_ID, GITHUB_CLIENT_SECRET, GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET } = config
  const { APPLE_CLIENT_ID, APPLE_CLIENT_SECRET } = config
  return {
    ...pair('github', GITHUB_CLIENT_ID, GITHUB_CLIENT_SECRET),
    ...pair('google', GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET),
    ...pair('apple', APPLE_CLIENT_ID, APPLE_CLIENT_SECRET),
  }
}

function pair<Id extends string>(id: Id, clientId: string, clientSecret: string) {
  type Credentials = { readonly [Name in Id]?: { clientId: string; clientSecret: string } }
  return (clientId && clientSecret ? { [id]: { clientId, clientSecret } } : {}) as Credentials
}

/** The OpenID Connect provider for better-auth; none where OIDC_ISSUER or its client is not set. */
export function oidcProviders({ OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET, OIDC_NAME }: Config) {
  if (!OIDC_ISSUER || !OIDC_CLIENT_ID) return []
  const discoveryUrl = `${OIDC_ISSUER.replace(/\/$/, '')}/.well-known/openid-configuration`
  return [
    {
      providerId: OIDC,
      name: OIDC_NAME,
      discoveryUrl,
      clientId: OIDC_CLIENT_ID,
      ...(OIDC_CLIENT_SECRET ? { clientSecret: OIDC_CLIENT_SECRET } : {}),
      scopes: ['openid', 'profile', 'email'],
      // ID tokens are trusted only with a signature by the provider's keys.
      requireIdTokenVerification: true,
    },
  ]
}

/** The ids of the configured providers. */
export const providerIds = (config: Config): string[] => [
  ...Object.keys(socialProviders(config)),
  ...oidcProviders(config).map(({ providerId }) => providerId),
]

/** The sign-in methods for the buttons (wire-contract 3): the form unless LOCAL_SIGNIN closes it, then the configured providers. */
export function providerButtons(config: Config): Record<string, Button> {
  const social = Object.keys(socialProviders(config)) as (keyof typeof socialButtons)[]
  const buttons = social.map((id) => {
    const [name, color, shape] = socialButtons[id]
    return button(id, name, color, shape)
  })
  const oidc = oidcProviders(config).map(({ name }) => button(OIDC, name, '#0f766e', key))
  const local = config.LOCAL_SIGNIN === 'on' ? [button('credential', 'E-mail', '#64748b', envelope)] : []
  const all = [...local, ...buttons, ...oidc]
  return Object.fromEntries(all.map((one) => [one.id, one]))
}

function button(id: string, name: string, color: string, shape: string): Button {
  const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="none" stroke="${color}" stroke-width="2">${shape}</svg>`
  return { id, name, color, icon, icon64: dataUrl(icon), iconDark64: dataUrl(icon.replace(color, '#e2e8f0')) }
}

const dataUrl = (svg: string) => `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`

const envelope = '<rect x="3" y="5" width="18" height="14" rx="2"/><path d="m4 7 8 6 8-6"/>'
const key = '<circle cx="8" cy="15" r="4"/><path d="m11 12 9-9M16 7l3 3"/>'
/** Name, colour and our own icon (an initial in a ring), as the companies' logos are trademarks. */
const ring = (initial: string) =>
  `<circle cx="12" cy="12" r="10"/><text x="12" y="16" font-family="sans-serif" font-size="11" stroke="none" fill="currentColor" text-anchor="middle">${initial}</text>`
const socialButtons = {
  github: ['GitHub', '#24292f', ring('GH')],
  google: ['Google', '#4285f4', ring('G')],
  apple: ['Apple', '#000000', ring('A')],
} as const
