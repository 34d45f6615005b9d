/** Which user fields the user may set, and which only the server may (wire-contract 3, form limits). */
import { z } from 'zod'
import { isVisibleName } from '../../core/visible-name.ts'
import { orNothing, socialLink, webAddress } from '../../contract/shapes.ts'
import { readLinks } from '../storage/accounts/users.ts'

const socialNames = ['twitter', 'github', 'instagram', 'facebook', 'youtube', 'discord'] as const

const handle = z.string().regex(/^\w{1,32}$/, 'A handle has 1 to 32 letters, digits or underscores.')

/** Handles that would pass for the server or for those who run it. */
const RESERVED_HANDLES = new Set(
  (
    'abuse admin administrator all anonymous api billing bot contact everyone help here hostmaster info lectern mail ' +
    'me mod moderator moderators null official operator owner postmaster privacy root security server settings share ' +
    'staff superuser support sysadmin system team test undefined user webmaster'
  ).split(' '),
)
export const isReservedHandle = (name: string): boolean => RESERVED_HANDLES.has(name.toLowerCase())
const socialLinks = z
  .partialRecord(z.enum(socialNames), socialLink)
  .nullable()
  .transform((links) => (links === null ? null : JSON.stringify(links)))

/** Our own columns on better-auth's user table. */
export const userFields = {
  handle: { type: 'string', required: false, unique: true, validator: { input: orNothing(handle) } },
  bio: {
    type: 'string',
    required: false,
    validator: { input: z.string().max(256, 'A bio has at most 256 characters.').nullable() },
  },
  website: {
    type: 'string',
    required: false,
    validator: {
      input: orNothing(webAddress.max(64, 'The address of a website has at most 64 characters.')),
    },
  },
  socialLinks: {
    type: 'string',
    required: false,
    validator: { input: socialLinks },
    transform: { output: readLinks },
  },
  role: { type: 'string', required: true, defaultValue: 'user', input: false },
  admin: { type: 'boolean', required: true, defaultValue: false, input: false, returned: false },
  deleted: { type: 'boolean', required: false, input: false },
  mustConfirm: { type: 'boolean', required: false, input: false, returned: false },
} as const

/** Name and picture are better-auth's own columns, which it does not validate. */
export const personalFields = z.object({
  name: z
    .string()
    .trim()
    .min(1, 'A name is needed.')
    .max(50, 'A name has at most 50 characters.')
    .refine(isVisibleName, 'A name has no invisible characters.')
    .optional(),
  image: orNothing(webAddress.max(2048)).optional(),
})
