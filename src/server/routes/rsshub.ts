import type { Routes } from '../http/routes.ts'
import { addInstance, chooseInstance, instanceOrRefusal, removeInstance } from '../rsshub/instances.ts'
import { listInstances, purchaseOf, useOf } from '../storage/feeds/rsshub.ts'
import type { Storage } from '../storage/open.ts'
import type { RsshubInstanceRow } from '../storage/schema.ts'
import { iso, isoOrNull } from './wire-feed.ts'

/** Shared RSSHub instances. */
export const rsshubRoutes = {
  'rsshub.list': async ({ storage }) => ({
    code: 0,
    data: (await listInstances(storage)).map((row) => ({
      ...toInstance(row),
      owner: { id: row.ownerUserId, name: row.ownerName, image: row.ownerImage, handle: row.ownerHandle },
      userCount: row.userCount,
    })),
  }),

  'rsshub.get': async ({ storage, user, instanceKeys }, { id }) => {
    const row = await instanceOrRefusal(storage, id)
    const own =
      row.ownerUserId === user.id ? { baseUrl: row.baseUrl, accessKey: instanceKeys.open(row.accessKey) } : {}
    const purchase = await toPurchase(storage, user.id, id)
    return { code: 0, data: { purchase, instance: { ...toInstance(row), ...own } } }
  },

  'rsshub.status': async ({ storage, user }) => {
    const use = await useOf(storage, user.id)
    if (!use) return { code: 0, data: { purchase: null } }
    const usage = { id: use.id, rsshubId: use.instanceId, userId: user.id }
    return { code: 0, data: { purchase: await toPurchase(storage, user.id, use.instanceId), usage } }
  },

  'rsshub.add': async (context, input) => {
    await addInstance(context, input)
    return { code: 0 }
  },

  'rsshub.use': async (context, input) => {
    await chooseInstance(context, input)
    return { code: 0 }
  },

  'rsshub.delete': async (context, { id }) => {
    await removeInstance(context, id)
    return { code: 0 }
  },
} satisfies Routes

/** The URL of an instance is its owner's secret. */
const toInstance = (row: RsshubInstanceRow) => ({
  id: row.id,
  description: row.description,
  errorMessage: row.errorMessage,
  errorAt: isoOrNull(row.errorAt),
  ownerUserId: row.ownerUserId,
  price: row.price,
  userLimit: row.userLimit,
})

async function toPurchase(storage: Storage, userId: string, instanceId: string) {
  const purchase = await purchaseOf(storage, userId, instanceId)
  return purchase ? { hash: purchase.hash, expiresAt: iso(purchase.expiresAt) } : null
}
