/** Shared RSSHub instances: which there are, which one the user uses, and the user's own. Loads with their page. */
import { attach, createStore, sample } from 'effector'
import { asApiError } from '../../api/index.ts'
import type { Input, Output } from '../../contract/calls.ts'
import { infoNotified } from '../app/events.ts'
import { notifyFailures } from '../app/notify-failures.ts'
import { repeatWithCode, type CodeInput } from '../code/index.ts'
import { dialogClosed, dialogOpened, type DialogRequest } from '../layout/dialogs.ts'
import { $services } from '../services.ts'
import { rsshubInstancesReceived, rsshubUseRequested, type RsshubChoice } from './requests.ts'

export * from './requests.ts'

export type RsshubStatus = Output<'rsshub.status'>['data']

export const rsshubInstancesFx = attach({
  source: $services,
  effect: async ({ api }) => (await api.rsshub.list({})).data,
})
sample({ clock: rsshubInstancesFx.doneData, target: rsshubInstancesReceived })
export const rsshubStatusFx = attach({
  source: $services,
  effect: async ({ api }): Promise<RsshubStatus> => (await api.rsshub.status({})).data,
})
/** With its address and key, if it is the user's own. */
export const rsshubInstanceFx = attach({
  source: $services,
  effect: async ({ api }, id: string) => (await api.rsshub.get({ id })).data,
})

/** Routes and feeds depend on the instance, too. */
const invalidateFx = attach({
  source: $services,
  effect: ({ queryClient }) => queryClient.invalidateQueries({ queryKey: ['rsshub'] }),
})

const $choice = createStore<RsshubChoice>({ id: null, months: 0 }, { serialize: 'ignore' }).on(
  rsshubUseRequested,
  (_, choice) => choice,
)
/** May cost POWER, so it is never queued. */
export const rsshubUseFx = attach({
  source: { services: $services, choice: $choice },
  effect: async ({ services, choice: { id, months } }, input: CodeInput) => {
    await services.api.rsshub.use(
      { id, ...(months > 0 && { durationInMonths: months }), ...input },
      { idempotencyKey: services.newId() },
    )
    return id
  },
})
sample({ clock: rsshubUseRequested, fn: () => ({}), target: rsshubUseFx })
sample({
  clock: rsshubUseFx.doneData,
  fn: (id) => ({ key: id === null ? 'app:rsshub.usingOwn' : 'app:rsshub.using' }),
  target: infoNotified,
})
sample({ clock: rsshubUseFx.done, fn: () => ({ id: 'use-rsshub' as const }), target: dialogClosed })

/** One that costs something is paid for first. */
const isUnpaid = (error: unknown): boolean => {
  const known = asApiError(error)
  return known?.kind === 'refused' && known.key === 'rsshubPurchaseNotFound'
}
sample({
  clock: rsshubUseFx.failData,
  source: $choice,
  filter: ({ id }, error) => id !== null && isUnpaid(error),
  fn: ({ id }): DialogRequest => ({ id: 'use-rsshub', props: { id: id ?? '' } }),
  target: dialogOpened,
})
repeatWithCode(rsshubUseFx, { isHandled: isUnpaid })

/** Adds an instance, or with an id changes it. The server reads its configuration from it. */
export const rsshubSaveFx = attach({
  source: $services,
  effect: async ({ api, newId }, input: Input<'rsshub.add'>) => {
    await api.rsshub.add(input, { idempotencyKey: newId() })
  },
})
export const rsshubDeleteFx = attach({
  source: $services,
  effect: async ({ api, newId }, id: string) => {
    await api.rsshub.delete({ id }, { idempotencyKey: newId() })
  },
})
notifyFailures(rsshubDeleteFx.failData)
sample({
  clock: [rsshubUseFx.done, rsshubSaveFx.done, rsshubDeleteFx.done],
  fn: () => {},
  target: invalidateFx,
})
