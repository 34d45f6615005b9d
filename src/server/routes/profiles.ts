import { Refusal } from '../http/refusal.ts'
import type { Routes } from '../http/routes.ts'
import { profileByName, profilesByIds } from '../storage/accounts/users.ts'

export const profilesRoutes = {
  /** Either field may be an id or a handle, the latter with or without its @ (wire-contract 4). */
  'profiles.get': async ({ storage, user }, { id, handle }) => {
    const name = (id || handle || '').replace(/^@/, '')
    if (!name) throw new Refusal('invalidParameter', 'id or handle: one of them is needed')
    const data = await profileByName(storage, name, user?.id ?? null)
    if (!data) throw new Refusal('userNotFound')
    return { data }
  },
  'profiles.batch': async ({ storage, user }, { ids }) => {
    const users = await profilesByIds(storage, [...new Set(ids)], user.id)
    return { data: Object.fromEntries(users.map((profile) => [profile.id, profile])) }
  },
} satisfies Routes
