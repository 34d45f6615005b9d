/** What goes between a page and its worker. */
import type { LocalCallName, LocalFailure, LocalNotice } from '../calls.ts'

export type WorkerRequest = { readonly id: number; readonly name: LocalCallName; readonly argument: unknown }
/** From here on the page can spare what SQLite's loading takes. */
export type PaintedSignal = { readonly painted: true }
export type WorkerResponse =
  | { readonly id: number; readonly answer: unknown }
  | { readonly id: number; readonly failure: LocalFailure }
  | { readonly notice: LocalNotice }
