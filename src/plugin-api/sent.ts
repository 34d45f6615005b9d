/** What a service calls the entries that it was sent, so that new highlights go to the same one. Needs the permission `values`. */
import { z } from './manifest.ts'
import { TEST_ENTRY, type Caller } from './server.ts'

/** The newest; one that is forgotten is made again. */
const MOST = 250
const NAME = 'sent'
const MAX_NAME = 64
/** Entry ids, and the names of the service. */
const stored = z.array(z.tuple([z.string(), z.string().max(MAX_NAME)])).catch([])

type Storing = Pick<Caller, 'values'>

/** @returns null where it is not known */
export async function sentAs({ values }: Storing, entryId: string): Promise<string | null> {
  const known = stored.parse(await values.get(NAME))
  return known.find(([id]) => id === entryId)?.[1] ?? null
}

/** @param name of the service; one of more than 64 characters is not remembered */
export async function rememberSent({ values }: Storing, entryId: string, name: string): Promise<void> {
  if (entryId === TEST_ENTRY || name.length > MAX_NAME) return
  const known = stored.parse(await values.get(NAME))
  const others = known.filter(([id]) => id !== entryId)
  await values.set(NAME, [...others, [entryId, name]].slice(-MOST))
}
