/** Validates a profile before it is sent; the limits are the server's. */
export type ProfileForm = {
  readonly name: string
  readonly handle: string
  readonly image: string
  readonly bio: string
  readonly website: string
}
export type ProfileField = keyof ProfileForm
export const profileFields: readonly ProfileField[] = ['name', 'handle', 'image', 'bio', 'website']

/** @returns which sentence of `settings:account.error` belongs under which field */
export function profileProblems(form: ProfileForm): Partial<Record<ProfileField, string>> {
  return {
    ...(form.name.trim() === '' && { name: 'name' }),
    ...(form.handle !== '' && !/^\w{1,32}$/.test(form.handle) && { handle: 'handle' }),
    ...(!isAddress(form.image) && { image: 'address' }),
    ...(!isAddress(form.website) && { website: 'address' }),
  }
}

const isAddress = (text: string) => text === '' || (URL.canParse(text) && /^https?:/.test(text))
