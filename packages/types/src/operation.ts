/** The data that a client needs to call an operation. */
export interface Route {
  /** Path template below the base URL, as in `/api/v2/order/{orderId}`. */
  readonly path: string
  /** The field of the response with the page, if the operation is a list. */
  readonly page?: string
  /** The field of the response with the record, if the operation is not a list. */
  readonly record?: string
}

/** The contract's description of an operation. */
export interface OperationDescription {
  /** Path template below the base URL, as in {@link Route}. */
  readonly path: string
  readonly method: 'GET'
  readonly summary: string
  /** Name of the type of a 2xx response. */
  readonly response: string
  /** The field of the response with the page, and the type name of the page's records, if the operation is a list. */
  readonly page?: { readonly field: string; readonly record: string }
  readonly parameters: readonly ParameterDescription[]
}

/** One parameter of an operation. */
export interface ParameterDescription {
  /** The name in the URL, dots included. */
  readonly name: string
  readonly in: 'path' | 'query'
  /** The type of the value, or of each value when `array` is set. */
  readonly kind: 'string' | 'integer' | 'boolean'
  /** Of a `string`: `int64` and `uint64` are integers in digits. Of an `integer`: the width of the number. */
  readonly format?: string
  /** True if the parameter accepts several values, as a repeated key: `?name=a&name=b`. */
  readonly array?: true
  readonly required?: true
  /** Name of the enum whose values are allowed. */
  readonly enum?: string
  /** Value that the service uses without the parameter; a number of what the parameter counts, such as records. */
  readonly default?: string | number | boolean
  /** Minimum of a number, in the unit of the parameter: records, epochs or seconds. */
  readonly minimum?: number
  /** Maximum of a number, in the unit of the parameter: records, epochs or seconds. */
  readonly maximum?: number
  /** Maximum number of values when `array` is set. */
  readonly maxItems?: number
}
