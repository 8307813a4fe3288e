import Testing

/// `Specs/matrix.md`.
@Suite("Specs: the matrix of states and events") struct SpecsMatrixTests {
    @Test func `the matrix in Specs has what each state does with each event`() throws {
        let matrix = Matrix(try Story.read())
        #expect(matrix.unlisted.isEmpty)
        try Golden.check([Golden.File("Specs/matrix.md", matrix.text)])
    }
}
