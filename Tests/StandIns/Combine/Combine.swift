// The part of Apple's Combine that FlowObservation uses, with the names and shapes of its public documentation. `StandInViews` reports changes
// to a test.

import Synchronization

/// https://developer.apple.com/documentation/combine/observableobject
///
/// The publisher `objectWillChange` is left out: what a view would do with it, `StandInViews` does.
public protocol ObservableObject: AnyObject {}

/// https://developer.apple.com/documentation/combine/published
@propertyWrapper public struct Published<Value> {
    private var value: Value

    /// https://developer.apple.com/documentation/combine/published/init(wrappedvalue:)
    public init(wrappedValue: Value) { value = wrappedValue }

    @available(*, unavailable, message: "@Published is only available on properties of classes")
    public var wrappedValue: Value {
        get { value }
        set { value = newValue }
    }

    /// The property of a class: reports to the object's views before it changes.
    public static subscript<Object: ObservableObject>(
        _enclosingInstance object: Object, wrapped _: ReferenceWritableKeyPath<Object, Value>,
        storage storage: ReferenceWritableKeyPath<Object, Published<Value>>
    ) -> Value {
        get { object[keyPath: storage].value }
        set {
            StandInViews.objectWillChange(object)
            object[keyPath: storage].value = newValue
        }
    }
}

/// The views that observe objects.
public enum StandInViews {
    private static let views = Mutex<[ObjectIdentifier: [@Sendable () -> Void]]>([:])

    /// Calls `redraw` once, before `object` changes next.
    public static func observe(_ object: some ObservableObject, _ redraw: @escaping @Sendable () -> Void) {
        views.withLock { $0[ObjectIdentifier(object), default: []].append(redraw) }
    }

    static func objectWillChange(_ object: some ObservableObject) {
        let redraws = views.withLock { $0.removeValue(forKey: ObjectIdentifier(object)) } ?? []
        for redraw in redraws { redraw() }
    }
}
