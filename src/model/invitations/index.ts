/** Using an invitation code, which ends a trial. */
import { attach, sample } from 'effector'
import { $services } from '../services.ts'
import { roleChanged, whoamiRequested, type Role } from '../session/index.ts'

/** Rejects with an ApiError: the code is unknown (5003), used (5002), or not needed (5001). */
export const activateInvitationFx = attach({
  source: $services,
  effect: async ({ api }, code: string) => api.invitations.use({ code }),
})
sample({ clock: activateInvitationFx.done, fn: (): Role => 'user', target: roleChanged })
sample({ clock: activateInvitationFx.done, fn: () => {}, target: whoamiRequested })
