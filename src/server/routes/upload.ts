import { LONGEST_PICTURE, pictureType } from '../accounts/picture.ts'
import { publicAddressOf } from '../http/base-path.ts'
import { Refusal } from '../http/refusal.ts'
import type { RequestContext, Routes } from '../http/routes.ts'
import { addAvatar } from '../storage/accounts/avatars.ts'

/** Pictures of users. The profile itself changes by better-auth/update-user {image}. */
export const uploadRoutes = {
  'upload.avatar': async (context, { file }) => ({ url: await storePicture(context, file) }),
} satisfies Routes

/** Stores a picture of the user. @returns its address @throws Refusal fileTooLarge, invalidFile, uploadFailed */
export async function storePicture(
  { user, storage, config, headers, newId, now }: RequestContext,
  bytes: Uint8Array,
): Promise<string> {
  if (bytes.length > LONGEST_PICTURE)
    throw new Refusal('fileTooLarge', `The limit is ${LONGEST_PICTURE} bytes.`)
  const type = pictureType(bytes)
  if (!type) throw new Refusal('invalidFile', 'The file must be a PNG, JPEG, GIF, WebP or AVIF image.')
  const id = newId()
  await addAvatar(storage, { id, userId: user.id, type, bytes, createdAt: now() }).catch((cause: unknown) => {
    throw Object.assign(new Refusal('uploadFailed', 'The image could not be stored.'), { cause })
  })
  const base = publicAddressOf(config, `http://${headers.get('host') ?? `${config.HOST}:${config.PORT}`}`)
  return `${base}/avatars/${id}`
}
