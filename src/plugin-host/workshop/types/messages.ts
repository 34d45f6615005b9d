/** Messages between the workshop and the worker of the language service. */
import type { TypeService } from './type-service.ts'

export type TypeRequest = {
  readonly id: number
  /** Of the interface, in which problems are described; that of the first request counts. */
  readonly language: string
  readonly name: keyof TypeService
  readonly input: readonly unknown[]
}

export type TypeResponse = { readonly id: number } & (
  | { readonly output: unknown }
  | { readonly failure: string }
)
