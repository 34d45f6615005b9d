/** The stack of open dialogs. The last one opened is on top. */
import { createEvent, createStore } from 'effector'

/**
 * Dialogs by id, with the props that they are opened with. Each feature adds its own in its feature.ts:
 * `declare module '…/model/layout/dialogs.ts' { interface DialogProps { follow: FollowProps } }`.
 */
export interface DialogProps {
  /** Those of plugins: `PLUGIN/DIALOG`. */
  [id: `${string}/${string}`]: object
}
export type DialogId = keyof DialogProps

/** A dialog to open. `props` may be left out where none is required. */
export type DialogRequest = {
  [Id in DialogId]: object extends DialogProps[Id]
    ? { readonly id: Id; readonly props?: DialogProps[Id] }
    : { readonly id: Id; readonly props: DialogProps[Id] }
}[DialogId]
export type OpenDialog = { readonly id: DialogId; readonly props: object }

export const dialogOpened = createEvent<DialogRequest>()
/** Without an id: the top one. */
export const dialogClosed = createEvent<{ id: DialogId } | void>()
export const allDialogsClosed = createEvent()

/** Opening a dialog that is open already moves it to the top with its new props. */
export const $dialogStack = createStore<readonly OpenDialog[]>([], { serialize: 'ignore' })
  .on(dialogOpened, (stack, { id, props = {} }) => [
    ...stack.filter((dialog) => dialog.id !== id),
    { id, props },
  ])
  .on(dialogClosed, (stack, closed) =>
    closed ? stack.filter(({ id }) => id !== closed.id) : stack.slice(0, -1),
  )
  .on(allDialogsClosed, () => [])
