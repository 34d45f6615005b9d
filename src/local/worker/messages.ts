/** Messages between a page and its worker. */
import type { LocalCallName, LocalFailure, LocalNotice } from '../calls.ts'

export type WorkerRequest = { readonly id: number; readonly name: LocalCallName; readonly argument: unknown }
/** The page is painted: from here on, loading SQLite does not delay it. */
export type PaintedSignal = { readonly painted: true }
export type WorkerResponse =
  | { readonly id: number; readonly answer: unknown }
  | { readonly id: number; readonly failure: LocalFailure }
  | { readonly notice: LocalNotice }
