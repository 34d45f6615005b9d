/** What goes between a page and its worker. */
import type { LocalCallName, LocalFailure, LocalNotice } from '../calls.ts'

export type Asked = { readonly id: number; readonly name: LocalCallName; readonly argument: unknown }
export type Told =
  | { readonly id: number; readonly answer: unknown }
  | { readonly id: number; readonly failure: LocalFailure }
  | { readonly notice: LocalNotice }
