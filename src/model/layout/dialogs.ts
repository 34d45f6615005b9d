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

type Shared = {
  /** Stays open while another entry opens: it goes through the entries itself. */
  readonly followsEntries?: boolean
}

/** A dialog to open. `props` may be left out where none is required. */
export type DialogRequest = Shared &
  {
    [Id in DialogId]: object extends DialogProps[Id]
      ? { readonly id: Id; readonly props?: DialogProps[Id] }
      : { readonly id: Id; readonly props: DialogProps[Id] }
  }[DialogId]
export type OpenDialog = Shared & { readonly id: DialogId; readonly props: object }

export const dialogOpened = createEvent<DialogRequest>()
/** Without an id: the top one. */
export const dialogClosed = createEvent<{ id: DialogId } | void>()
export const allDialogsClosed = createEvent()
/** Those that do not follow the entries. */
export const dialogsOfEntryClosed = createEvent()

/** Opening a dialog that is open already moves it to the top with its new props. */
export const $dialogStack = createStore<readonly OpenDialog[]>([], { serialize: 'ignore' })
  .on(dialogOpened, (stack, { id, props = {}, followsEntries = false }) => [
    ...stack.filter((dialog) => dialog.id !== id),
    { id, props, ...(followsEntries && { followsEntries }) },
  ])
  .on(dialogClosed, (stack, closed) =>
    closed ? stack.filter(({ id }) => id !== closed.id) : stack.slice(0, -1),
  )
  .on(dialogsOfEntryClosed, (stack) => stack.filter(({ followsEntries }) => followsEntries))
  .on(allDialogsClosed, () => [])
