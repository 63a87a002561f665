/** What a client needs to call an operation. */
export interface Route {
  /** Path template below the base URL, as in `/api/v2/order/{orderId}`. */
  readonly path: string
  /** The answer's field that holds the page, when the operation pages. */
  readonly page?: string
}

/** Everything the contract says about calling an operation. */
export interface OperationDescription {
  /** Path template below the base URL, as in {@link Route}. */
  readonly path: string
  readonly method: 'GET'
  readonly summary: string
  /** Name of the type of a successful answer. */
  readonly response: string
  /** Where the answer holds its page, and the name of the type of the page's records, when the operation pages. */
  readonly page?: { readonly field: string; readonly record: string }
  readonly parameters: readonly ParameterDescription[]
}

/** One parameter of an operation. */
export interface ParameterDescription {
  /** The name on the wire, dots included. */
  readonly name: string
  readonly in: 'path' | 'query'
  /** The type of the value, or of each value when `array` is set. */
  readonly kind: 'string' | 'integer' | 'boolean'
  /** `int64` and `uint64` are integers carried as strings; `int32` is a number. */
  readonly format?: string
  /** The parameter takes several values, each as a key of its own: `?name=a&name=b`. */
  readonly array?: true
  readonly required?: true
  /** Name of the enum whose values are allowed. */
  readonly enum?: string
  /** What the service assumes when the parameter is left out. */
  readonly default?: string | number | boolean
  /** The least value allowed. */
  readonly minimum?: number
  /** The greatest value allowed. */
  readonly maximum?: number
}
