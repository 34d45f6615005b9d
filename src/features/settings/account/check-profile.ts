/** Validates a profile before it is sent; the limits are the server's. */
import { socialLink } from '../../../contract/shapes.ts'

export type ProfileForm = {
  readonly name: string
  readonly handle: string
  readonly image: string
  readonly bio: string
  readonly website: string
}
export type SocialLinks = Readonly<Partial<Record<SocialNetwork, string>>>
export type ProfileField = Exclude<keyof ProfileForm, 'image'>
/** The networks that a profile may name (wire-contract 3). */
export const socialNetworks = ['twitter', 'github', 'instagram', 'facebook', 'youtube', 'discord'] as const
export type SocialNetwork = (typeof socialNetworks)[number]

/** @returns which sentence of `settings:account.error` belongs under which field */
export function profileProblems(form: ProfileForm): Partial<Record<ProfileField, string>> {
  return {
    ...(form.name.trim() === '' && { name: 'name' }),
    ...(form.handle !== '' && !/^\w{1,32}$/.test(form.handle) && { handle: 'handle' }),
    ...(!isAddress(form.website) && { website: 'address' }),
  }
}

/** @returns the networks whose link is neither a web address nor a name */
export const linkProblems = (links: SocialLinks): readonly SocialNetwork[] =>
  socialNetworks.filter((network) => !socialLink.safeParse(links[network] ?? '').success)

/** The links that are filled in; null without any. */
export function filledLinks(links: SocialLinks): Readonly<Record<string, string>> | null {
  const filled = socialNetworks.flatMap((network) => {
    const link = links[network]?.trim()
    return link ? [[network, link] as const] : []
  })
  return filled.length > 0 ? Object.fromEntries(filled) : null
}

const isAddress = (text: string) => text === '' || (URL.canParse(text) && /^https?:/.test(text))
