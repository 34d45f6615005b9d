/** What is requested of shared instances, and the changes. */
import { createEffect, createEvent, createStore, sample } from 'effector'
import { PluginRefusal, type ClientHost } from '../../src/plugin-api/client.ts'
import type { Instance, InstanceInput, Remote } from './remote.ts'

/** Uses an instance, or with null the server's own. */
export type InstanceChoice = {
  readonly id: string | null
  /** To pay for; 0 where it is free or paid for already. */
  readonly months: number
}
export type RsshubModel = ReturnType<typeof createModel>

/** Error 13005 of the server: it costs something, and is paid for first. */
const isUnpaid = (error: unknown): boolean =>
  error instanceof PluginRefusal && error.text.key === 'errors:13005'

export function createModel({
  rsshub,
  notified,
  failed,
}: Pick<ClientHost, 'notified' | 'failed'> & { readonly rsshub: Remote }) {
  const { instances } = rsshub
  const listFx = createEffect(async () => (await instances.list()).data)
  const $instances = createStore<readonly Instance[]>([], { serialize: 'ignore' }).on(
    listFx.doneData,
    (_, list) => list,
  )

  const instancesRequested = createEvent()
  sample({ clock: instancesRequested, target: listFx })
  const useRequested = createEvent<InstanceChoice>()
  /** May cost POWER. @returns null when the user closed the question for the code */
  const useFx = createEffect(({ id, months }: InstanceChoice) => {
    const idempotencyKey = crypto.randomUUID()
    return rsshub.withCode(async (code) => {
      await instances.use(
        { id, ...(months > 0 && { durationInMonths: months }), ...code },
        { idempotencyKey },
      )
      return { id }
    })
  })
  sample({ clock: useRequested, target: useFx })
  sample({
    clock: useFx.doneData.filterMap((used) => used ?? undefined),
    fn: ({ id }) => ({ key: id === null ? 'usingOwn' : 'using' }),
    target: notified,
  })
  /** The id of the instance. */
  const paymentRequested = useFx.fail.filterMap(({ params: { id }, error }) =>
    id !== null && isUnpaid(error) ? id : undefined,
  )

  /** Adds an instance, or with an id changes it. The server reads its configuration from it. */
  const saveFx = createEffect(async (input: InstanceInput) => {
    await instances.add(input, { idempotencyKey: crypto.randomUUID() })
  })
  const deleteFx = createEffect(async (id: string) => {
    await instances.delete(id, { idempotencyKey: crypto.randomUUID() })
  })
  sample({
    clock: [useFx.failData.filter({ fn: (error) => !isUnpaid(error) }), deleteFx.failData],
    target: failed,
  })

  /** Counts the changes: what was requested before one is requested again. */
  const $revision = createStore(0, { serialize: 'ignore' }).on(
    [useFx.done, saveFx.done, deleteFx.done],
    (count) => count + 1,
  )
  return {
    rsshub,
    listFx,
    instancesRequested,
    $instances,
    useRequested,
    useFx,
    paymentRequested,
    saveFx,
    deleteFx,
    $revision,
  }
}
